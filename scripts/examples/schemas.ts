import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { API_ROUTES, DOCUMENT } from './routes.ts';

const ajv = new Ajv2020({ strict: false });
addFormats.default(ajv);
ajv.addSchema({ $id: 'openapi', ...DOCUMENT });

const step = (name: string): string => encodeURIComponent(name.replaceAll('~', '~0').replaceAll('/', '~1'));

function fits(pointer: string[], value: unknown): boolean {
  const found = pointer.reduce<unknown>((part, name) => (part as Record<string, unknown>)?.[name], DOCUMENT);
  if (found === undefined) return false;
  return ajv.validate({ $ref: `openapi#/${pointer.map(step).join('/')}` }, value) as boolean;
}

const operationPointer = (operationId: string): string[] => {
  const route = API_ROUTES.find((one) => one.operationId === operationId);
  return route === undefined ? [] : ['paths', route.path, route.method.toLowerCase()];
};

/** Whether a value is valid by the schema of the document that stands at its place. */
export const fitsSchema = {
  request: (operationId: string, value: unknown): boolean => {
    const type = typeof value === 'string' ? 'application/x-ndjson' : 'application/json';
    return fits([...operationPointer(operationId), 'requestBody', 'content', type, 'schema'], value);
  },
  response: (operationId: string, status: string, [type, value]: [type: string, value: unknown]): boolean =>
    fits([...operationPointer(operationId), 'responses', status, 'content', type, 'schema'], value),
};
