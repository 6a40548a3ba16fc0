/** Deeper than any action's input is. */
const MAX_DEPTH = 20;

/**
 * What React writes for values that JSON lacks; every other text that begins with a dollar refers to parts that are not
 * there.
 */
const MARKED = /^\$(?:\$|(?:undefined|NaN|-?Infinity|-0)$)/;

/**
 * Whether a text can be an action's input: a list in JSON, not too deep, that refers to nothing outside itself.
 * What cannot be read, Next.js would take for a fault of the server.
 */
export function isActionInput(text: string): boolean {
  try {
    const input: unknown = JSON.parse(text);
    return Array.isArray(input) && isPlain(input, MAX_DEPTH);
  } catch {
    return false;
  }
}

function isPlain(value: unknown, depth: number): boolean {
  if (typeof value === "string") return !value.startsWith("$") || MARKED.test(value);
  if (typeof value !== "object" || value === null) return true;
  return depth > 0 && Object.values(value).every((each) => isPlain(each, depth - 1));
}
