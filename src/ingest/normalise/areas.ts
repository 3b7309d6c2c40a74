import { squareMetresIn } from '../../catalogue/measures.ts';
import type { Word } from '../../catalogue/vocabularies.ts';
import type { Claims } from '../../properties/listing-state.ts';

type Area = NonNullable<Claims['area']>;
type Unit = Word<'areaUnit'>;

const UNIT = 'SQM';

/** To the square decimetre, finer than any survey of a home. */
const rounded = (value: number): number => Math.round(value * 100) / 100;

/** Converts every area to square metres, so that the listings of one home are comparable. */
export function convertAreas(area: Area): Area {
  const unit = area.unit ?? UNIT;
  const { land } = area;
  const { displayed, indoor, outdoor, annexes } = area;
  return {
    ...(displayed === undefined ? {} : { displayed: convertValue(displayed, unit), unit: UNIT }),
    ...(indoor === undefined
      ? {}
      : { indoor: { unit: UNIT, ...convertFigures(indoor, unit), ...convertLegal(indoor, unit) } }),
    ...(outdoor === undefined ? {} : { outdoor: { unit: UNIT, ...convertFigures(outdoor, unit) } }),
    ...(annexes === undefined ? {} : { annexes: { unit: UNIT, ...convertFigures(annexes, unit) } }),
    ...(land?.value === undefined
      ? {}
      : { land: { unit: UNIT, value: convertValue(land.value, land.unit ?? unit) } }),
  };
}

const convertValue = (value: number, unit: Unit): number => rounded(value * squareMetresIn[unit]);

const convertFigures = <Block extends object>(block: Block, unit: Unit): Partial<Block> =>
  Object.fromEntries(
    Object.entries(block).flatMap(([name, value]) =>
      typeof value === 'number' ? [[name, convertValue(value, unit)]] : [],
    ),
  ) as Partial<Block>;

const convertLegal = ({ legal: measured }: NonNullable<Area['indoor']>, unit: Unit) =>
  measured?.value === undefined ? {} : { legal: { ...measured, value: convertValue(measured.value, unit) } };

/** The area that buyers compare: living, else total, else displayed, else legal; for land, the plot. */
export function withDisplayedArea(area: Area, propertyType: Claims['propertyType']): Area {
  const { indoor, land } = area;
  const plot = propertyType === 'LAND' ? land?.value : undefined;
  const displayed = indoor?.living ?? indoor?.total ?? area.displayed ?? indoor?.legal?.value ?? plot;
  return displayed === undefined ? area : { ...area, displayed, unit: UNIT };
}
