/** Words of Python; `id`, `type` and `format` are only built-in functions, and stay. */
const RESERVED = new Set(['from', 'in', 'import', 'is', 'or', 'and', 'not', 'with', 'as', 'for', 'global']);

/** `createdAt[strictly_before]` is `created_at_strictly_before`; a reserved word gets an underscore. */
export function snakeCase(name: string): string {
  const snake = name
    .replace(/\W+/g, '_')
    .replace(/_$/, '')
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toLowerCase();
  return RESERVED.has(snake) ? `${snake}_` : snake;
}
