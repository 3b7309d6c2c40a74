import {
  type GetPromptResult,
  type ListPromptsResult,
  ProtocolError,
  ProtocolErrorCode,
  type Server,
} from '@modelcontextprotocol/server';

interface Prompt {
  name: string;
  title: string;
  description: string;
  argument: { name: string; description: string };
  /** The steps for the model, with what the user wrote. */
  text(given: string): string;
}

/** The three usual jobs. */
const prompts: readonly Prompt[] = [
  {
    name: 'find_a_home',
    title: 'Find a home',
    description: 'Finds homes that fit a wish, and compares the best of them.',
    argument: { name: 'wish', description: 'Such as: a flat in Lyon with a balcony, under 300,000 €.' },
    text: (wish) =>
      `Find homes for this wish: ${wish}\nAsk me for the place, the price or the size when one of them is missing. Count first with search_properties and limit 0. Narrow the question when more than 50 match, and say which condition to relax when fewer than 3 do. Then show the 5 best in a table with price, price per m², area, rooms, place and a link, and say in two sentences what speaks for and against each.`,
  },
  {
    name: 'watch_the_market',
    title: 'Watch the market',
    description: 'Stores a search that notifies of new homes and price drops.',
    argument: { name: 'wish', description: 'What to watch for.' },
    text: (wish) =>
      `Watch the market for this wish: ${wish}\nResolve the place first, and ask me when its name is ambiguous. Forecast with forecast_alert how often it would notify: between once a day and once a week is useful, so propose a change otherwise. Then create the alert with create_alert, for new matches and for price drops of at least 5 %, and say in one sentence what it watches.`,
  },
  {
    name: 'value_a_home',
    title: 'Value a home',
    description: 'Compares a home with registered sales and asking prices around it.',
    argument: { name: 'home', description: 'The URL of a listing, the id of a property, or a description.' },
    text: (home) =>
      `What is this home worth: ${home}\nRead it with get_property when it is a URL or an id. Take registered sales of the last two years nearby from closed_sales, of similar type and area, and asking prices from market_statistics (median:price_per_sqm by month). Answer with a range and its middle, the five closest sales in a table, how the asking price compares, and what could make the answer wrong.`,
  },
];

const MAX_ARGUMENT_CHARS = 2_000;

const list: ListPromptsResult = {
  prompts: prompts.map(({ name, title, description, argument }) => ({
    name,
    title,
    description,
    arguments: [{ ...argument, required: true }],
  })),
};

export function servePrompts(server: Server): void {
  server.setRequestHandler('prompts/list', () => list);
  server.setRequestHandler('prompts/get', ({ params }) => getPrompt(params.name, params.arguments ?? {}));
}

function getPrompt(name: string, args: Readonly<Record<string, string>>): GetPromptResult {
  const prompt = prompts.find((one) => one.name === name);
  if (prompt === undefined)
    throw invalid(`There is no such prompt. There are: ${prompts.map((one) => one.name).join(', ')}.`);
  const given = args[prompt.argument.name]?.trim() ?? '';
  if (given === '') throw invalid(`The argument "${prompt.argument.name}" is required.`);
  if (given.length > MAX_ARGUMENT_CHARS)
    throw invalid(`The argument has more than ${MAX_ARGUMENT_CHARS} characters.`);
  return {
    description: prompt.description,
    messages: [{ role: 'user', content: { type: 'text', text: prompt.text(given) } }],
  };
}

const invalid = (message: string) => new ProtocolError(ProtocolErrorCode.InvalidParams, message);
