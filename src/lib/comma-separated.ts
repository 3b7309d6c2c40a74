/** The schema keyword of a list parameter that may also be written `x=a,b`: none of its values holds a comma. */
export const COMMA_SEPARATED = 'x-comma-separated';
