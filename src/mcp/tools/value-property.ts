import { Type } from 'typebox';
import { findPropertyReplicaFirst } from '../../properties/lookup.ts';
import { resourceNotFound } from '../../service/problem.ts';
import type { Valuation } from '../../valuation/valuation.ts';
import { valueProperty } from '../../valuation/value-over-regions.ts';
import { closed, defineTool, objectSchema, READ_ONLY_HINTS } from '../tool.ts';
import type { ToolOutput } from '../tool-output.ts';

/** Comparables shown to a model: the others add tokens and little weight. */
const MAX_COMPARABLES = 5;

export const valuePropertyTool = defineTool({
  name: 'value_property',
  title: 'Value a property',
  description:
    'Estimate of the price of one property, 80 % interval, deviation of the asked price, comparables. One credit.',
  hints: READ_ONLY_HINTS,
  routeType: 'read',
  input: Type.Object({ propertyId: Type.String({ format: 'uuid' }) }, closed),
  output: Type.Object({ valuation: objectSchema('As GET /properties/{id}/valuation, shortened.') }, closed),
  async run(call, { propertyId }) {
    const property = await findPropertyReplicaFirst(call, propertyId);
    if (property === undefined) throw resourceNotFound();
    return renderValuation(await valueProperty({ db: call.reads, clock: call.clock }, property));
  },
});

function renderValuation({ index: _, comparables, ...valuation }: Valuation): ToolOutput {
  const shown = comparables.slice(0, MAX_COMPARABLES).map(({ adjustments: __, ...one }) => one);
  const { value, low, high, confidence, deviationPercent, reason, pace } = valuation;
  const text =
    value === null
      ? `No value: ${reason}.`
      : [
          `Estimate ${value} (${low} to ${high} holds four of five prices), confidence ${confidence?.class}.`,
          ...(deviationPercent === null ? [] : [`The asked price is ${deviationPercent} % against it.`]),
          ...(pace?.medianDaysOnMarket == null
            ? []
            : [
                `Half of such homes left the market within ${pace.medianDaysOnMarket} days (${pace.homes} homes).`,
              ]),
          ...(pace?.soldAgainstAskedPercent == null
            ? []
            : [`They sold ${pace.soldAgainstAskedPercent} % against the asked price (${pace.sales} sales).`]),
        ].join(' ');
  return { text, structured: { valuation: { ...valuation, comparables: shown } }, results: 1 };
}
