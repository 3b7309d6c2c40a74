import { sendRequest } from './client.ts';
import type { ParsedSentenceJson } from './generated/public.ts';

export const parseSentence = (text: string): Promise<ParsedSentenceJson> =>
  sendRequest<ParsedSentenceJson>('/criteria/parse', { body: { text }, isQuery: true });
