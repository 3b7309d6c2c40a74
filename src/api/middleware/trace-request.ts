import type { Tracer } from '../../tracing/tracer.ts';
import type { Middleware } from './middleware.ts';

const SERVER_FAULT = 500;

/**
 * One span for each request of the API, in the trace that its `traceparent` names. Probes and files of the console are
 * left out: they come often and say nothing.
 */
export const traceRequest =
  (tracer: Tracer): Middleware =>
  (request, reply) => {
    const { requestContext: context, headers, method } = request;
    const { access, name } = context.endpoint;
    if (access === 'probe' || access === 'file') return undefined;
    const span = tracer.startSpan(name, {
      kind: 'SERVER',
      traceparent: headers['traceparent'] as string | undefined,
      attributes: {
        'http.request.method': method,
        'http.route': name.slice(name.indexOf(' ') + 1),
        'gable.request_id': request.id,
      },
    });
    if (span === undefined) return undefined;
    context.span = span;
    reply.raw.on('close', () => {
      const status = reply.raw.statusCode;
      span.end({
        attributes: { 'http.response.status_code': status, 'gable.account_id': context.caller?.accountId },
        failure: status >= SERVER_FAULT ? `answered ${status}` : undefined,
      });
    });
    return undefined;
  };
