/** Nested parameters of a form-encoded request. */
export type Params = { [name: string]: string | Params | (string | Params)[] };

const MAX_DEPTH = 6;
const MAX_PAIRS = 500;

/**
 * Reads `a=1&b[c]=2&d[]=3&e[0][f]=4` as `{ a: "1", b: { c: "2" }, d: ["3"], e: [{ f: "4" }] }`.
 * Null when it is malformed, for example when a name is both a value and a group.
 */
export function parseForm(encoded: string): Params | null {
  const root: Group = new Map();
  let pairs = 0;
  for (const [name, value] of new URLSearchParams(encoded)) {
    pairs += 1;
    const path = pathOf(name);
    if (!path || path.length > MAX_DEPTH || pairs > MAX_PAIRS || !place(root, path, value)) return null;
  }
  return plain(root) as Params;
}

type Group = Map<string, string | Group>;

/** `a[b][]` is `a`, `b` and the empty name, meaning the next index. */
function pathOf(name: string): string[] | null {
  const match = /^([^[\]]+)((?:\[[^[\]]*\])*)$/.exec(name);
  if (!match?.[1]) return null;
  return [match[1], ...[...(match[2] ?? "").matchAll(/\[([^[\]]*)\]/g)].map((part) => part[1] ?? "")];
}

function place(root: Group, path: string[], value: string): boolean {
  let group = root;
  for (const [depth, part] of path.entries()) {
    const name = part === "" ? String(group.size) : part;
    const existing = group.get(name);
    if (depth === path.length - 1) {
      if (existing instanceof Map) return false;
      group.set(name, value);
      return true;
    }
    if (typeof existing === "string") return false;
    const next: Group = existing ?? new Map();
    group.set(name, next);
    group = next;
  }
  return false;
}

function plain(group: Group): Params | (string | Params)[] {
  const entries = [...group].map(
    ([name, value]) => [name, value instanceof Map ? (plain(value) as Params) : value] as const,
  );
  const counted = entries.length > 0 && entries.every(([name], index) => name === String(index));
  return counted ? entries.map(([, value]) => value) : Object.fromEntries(entries);
}
