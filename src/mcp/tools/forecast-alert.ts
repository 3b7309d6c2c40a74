import { Type } from 'typebox';
import { type Forecast, forecastAlert } from '../../alerts/forecast.ts';
import { QUESTION_NAMES, questionMembers } from '../question.ts';
import { resolveQuestion } from '../resolve-question.ts';
import { closed, defineTool, maxTokens, objectSchema, orNull, READ_ONLY_HINTS } from '../tool.ts';
import { budgetOf, firstThatFits } from '../tool-output.ts';

const pace = Type.Object({ average: Type.Number(), low: Type.Number(), high: Type.Number() }, closed);

export const forecastLine = ({ windowDays, total, perDay }: Forecast): string =>
  `${total} matching properties arrived in the last ${windowDays} days: about ${perDay.average} a day, on most days ${perDay.low} to ${perDay.high}.`;

export const forecastAlertTool = defineTool({
  name: 'forecast_alert',
  title: 'Forecast an alert',
  description:
    'How often an alert would notify, from what arrived in the last 30 days. Takes the question of search_properties. Call it before create_alert. Free.',
  hints: READ_ONLY_HINTS,
  routeType: 'alerts',
  brief: [...QUESTION_NAMES, 'maxTokens'],
  input: Type.Object({ ...questionMembers, maxTokens }, closed),
  output: Type.Object(
    {
      windowDays: Type.Integer(),
      total: Type.Integer(),
      perDay: pace,
      perHour: pace,
      criteria: orNull(
        objectSchema('The criteria used.'),
        'Null: every property, or a tree too long to repeat.',
      ),
    },
    closed,
  ),
  async run(call, args) {
    const { tree, criteria } = await resolveQuestion(call.places, args);
    const forecast = await forecastAlert(call, tree);
    const render = (used: object | null) => ({
      text: `${forecastLine(forecast)}${used === null ? '' : ` Criteria used: ${JSON.stringify(used)}`}`,
      structured: { ...forecast, criteria: used },
    });
    return firstThatFits(budgetOf(args), [() => render(criteria), () => render(null)]);
  },
});
