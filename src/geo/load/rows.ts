import { buildContour } from '../../lib/polygon.ts';
import { withCentroids } from '../centroids.ts';
import { type Division, depthOf } from '../division.ts';
import type { CountryFacts } from './country-facts.ts';
import { type ImportedFacts, serializeContours, serializeDivisions } from './store.ts';

/** The rows of a country as JSON texts of some thousand rows each, parents before their children. */
export interface CountryRows {
  readonly ids: readonly string[];
  readonly divisions: readonly string[];
  readonly contours: readonly string[];
}

/** Rows of one statement: 4,000 take about 0.2 s, far below the statement timeout of 4 s. */
const BATCH_ROWS = 4_000;

export function buildCountryRows(facts: CountryFacts, imports: readonly ImportedFacts[]): CountryRows {
  const divisions = withCentroids(withImports(facts.divisions, imports)).sort(
    (one, other) => depthOf(one.type) - depthOf(other.type),
  );
  const contours = [...facts.contours].map(([id, geometry]) => {
    const { west, south, east, north } = buildContour(geometry);
    return { id, geometry, west, south, east, north };
  });
  return {
    ids: divisions.map(({ id }) => id),
    divisions: splitIntoBatches(divisions).map(serializeDivisions),
    contours: splitIntoBatches(contours).map(serializeContours),
  };
}

/** Imported facts override those of the packages. */
function withImports(divisions: readonly Division[], imports: readonly ImportedFacts[]): Division[] {
  const byId = new Map(imports.map((fact) => [fact.id, fact]));
  return divisions.map((division) => {
    const imported = byId.get(division.id);
    if (imported === undefined) return division;
    const postalCodes = [...new Set([...division.postalCodes, ...imported.importedPostalCodes])];
    const { longitude, latitude, centroidOrigin } = imported;
    if (longitude === null || latitude === null) return { ...division, postalCodes };
    return { ...division, postalCodes, centroid: [longitude, latitude], centroidOrigin };
  });
}

const splitIntoBatches = <Row>(rows: readonly Row[]): Row[][] =>
  Array.from({ length: Math.ceil(rows.length / BATCH_ROWS) }, (_, index) =>
    rows.slice(index * BATCH_ROWS, (index + 1) * BATCH_ROWS),
  );
