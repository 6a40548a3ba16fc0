/** Deeper than any action's input is. */
const MAX_DEPTH = 20;

/** Whether a text can be an action's input: JSON of bearable depth. What cannot be read, Next.js would take for a fault of the server. */
export function isActionInput(text: string): boolean {
  try {
    return isShallow(JSON.parse(text), MAX_DEPTH);
  } catch {
    return false;
  }
}

function isShallow(value: unknown, depth: number): boolean {
  if (typeof value !== "object" || value === null) return true;
  return depth > 0 && Object.values(value).every((each) => isShallow(each, depth - 1));
}
