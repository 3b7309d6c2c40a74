import type { ErrorObject } from 'ajv/dist/2020.js';
import { describeUnknownMember } from '../lib/known-words.ts';
import type { RequestFault } from '../lib/request-fault.ts';

/** Turns the pointer `/and/1/rooms` of the validator into `and[1].rooms`. */
export function propertyPath(pointer: string, member?: string): string {
  const steps = pointer.split('/').slice(1).map(unescapeStep);
  if (member !== undefined) steps.push(member);
  return steps.reduce((path, step) => (/^\d+$/.test(step) ? `${path}[${step}]` : dotted(path, step)), '');
}

const dotted = (path: string, step: string): string => (path === '' ? step : `${path}.${step}`);
const unescapeStep = (step: string): string => step.replaceAll('~1', '/').replaceAll('~0', '~');

/** Keywords whose violation has no meaning (400); the others break a rule (422). */
const MEANINGLESS = new Set(['type', 'enum', 'const', 'additionalProperties', 'unevaluatedProperties']);
/** These keywords only sum up faults that are already listed. */
const SUMMARIES = new Set(['if', 'anyOf', 'oneOf', 'allOf', 'not']);

const CODES: Record<string, string> = {
  type: 'wrong_type',
  enum: 'unknown_value',
  const: 'unknown_value',
  additionalProperties: 'unknown_member',
  required: 'required',
  minimum: 'out_of_range',
  maximum: 'out_of_range',
  minLength: 'too_short',
  maxLength: 'too_long',
  minItems: 'too_few',
  maxItems: 'too_many',
  format: 'wrong_format',
  pattern: 'wrong_format',
};

/** Further faults are not rendered. */
const MAX_FAULTS = 1_000;

export function schemaFaults(errors: readonly ErrorObject[]): RequestFault[] {
  const telling = errors.filter((error) => !SUMMARIES.has(error.keyword));
  return (telling.length > 0 ? telling : errors).slice(0, MAX_FAULTS).map(asFault);
}

function asFault(error: ErrorObject): RequestFault {
  const { keyword, params } = error;
  const member: string | undefined = params['additionalProperty'] ?? params['missingProperty'];
  return {
    propertyPath: propertyPath(error.instancePath, member),
    message: sentence(error),
    code: CODES[keyword] ?? keyword,
    understood: !MEANINGLESS.has(keyword),
  };
}

function sentence({ keyword, params, message, parentSchema }: ErrorObject): string {
  if (keyword === 'additionalProperties')
    return describeUnknownMember(
      String(params['additionalProperty']),
      Object.keys(parentSchema?.['properties'] ?? {}),
    );
  if (keyword === 'required') return `The member "${params['missingProperty']}" is required.`;
  if (keyword === 'enum') return `Must be one of: ${params['allowedValues'].join(', ')}.`;
  if (keyword === 'type')
    return `Must be of type ${[params['type']].flat().join(' or ')}${exampleOf(parentSchema?.['examples'])}.`;
  if (keyword === 'format') return `Must be a valid ${params['format']}.`;
  const rule = message ?? 'is not valid';
  return `${rule[0]?.toUpperCase()}${rule.slice(1)}.`;
}

/** What to write instead, where the schema of an object shows it. */
const exampleOf = (examples: unknown): string => {
  const example: unknown = Array.isArray(examples) ? examples[0] : undefined;
  return typeof example === 'object' && example !== null ? `, such as ${JSON.stringify(example)}` : '';
};
