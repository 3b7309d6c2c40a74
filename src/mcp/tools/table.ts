import type { Tool } from '../tool.ts';
import { closedSalesTool } from './closed-sales.ts';
import { createAlertTool } from './create-alert.ts';
import { deleteAlertTool } from './delete-alert.ts';
import { explainMatchTool } from './explain-match.ts';
import { forecastAlertTool } from './forecast-alert.ts';
import { getPropertyTool } from './get-property.ts';
import { listAlertsTool } from './list-alerts.ts';
import { marketStatisticsTool } from './market-statistics.ts';
import { parseSentenceTool } from './parse-sentence.ts';
import { resolveLocationTool } from './resolve-location.ts';
import { searchPropertiesTool } from './search-properties.ts';
import { updateAlertTool } from './update-alert.ts';
import { valuePropertyTool } from './value-property.ts';

/** The tools, in the order a client lists them. */
export const tools: readonly Tool[] = [
  searchPropertiesTool,
  resolveLocationTool,
  parseSentenceTool,
  getPropertyTool,
  explainMatchTool,
  marketStatisticsTool,
  closedSalesTool,
  valuePropertyTool,
  listAlertsTool,
  forecastAlertTool,
  createAlertTool,
  updateAlertTool,
  deleteAlertTool,
];

const askingTools = new Set(tools.filter(({ hints }) => !hints.readOnlyHint).map(({ name }) => name));

/** Whether a tool may ask the user. */
export const mayAskUser = (name: string): boolean => askingTools.has(name);
