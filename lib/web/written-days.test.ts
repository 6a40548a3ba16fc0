import { readdirSync } from "node:fs";
import { resolve } from "node:path";
import { expect, it } from "vitest";
import { z } from "zod";
import { type Call, contract } from "./contract";

type Named = readonly [name: string, schema: z.ZodType];

/** A schema and all that it is made of, each with the name of its field. */
function partsOf(name: string, value: unknown, found = new Map<z.ZodType, string>()) {
  if (value instanceof z.ZodType) {
    if (found.has(value)) return found;
    found.set(value, name);
    partsOf(name, value.def, found);
  } else if (Array.isArray(value)) for (const each of value) partsOf(name, each, found);
  else if (value?.constructor === Object)
    for (const [key, each] of Object.entries(value)) partsOf(`${name}.${key}`, each, found);
  return found;
}

const calls = Object.entries<Call>(contract);
const partsOfCalls = (of: (call: Call) => unknown) =>
  calls.flatMap(([name, call]) => [...partsOf(name, of(call))]);

/** What somebody types or sends: all schemas of the domain, without what only the answers consist of. */
async function typed(): Promise<Named[]> {
  const folders = readdirSync("lib/domain", { recursive: true, encoding: "utf8" });
  const files = folders.filter((file) => /schema\.ts$/.test(file));
  const modules: object[] = await Promise.all(
    files.map((file) => import(/* @vite-ignore */ resolve("lib/domain", file))),
  );
  const answered = new Set(partsOfCalls(({ answer }) => answer).map(([schema]) => schema));
  const own = modules.flatMap((module) => [...partsOf("", { ...module })]);
  return [
    ...own.filter(([schema]) => !answered.has(schema)),
    ...partsOfCalls(({ body, query }) => ({ body, query })),
  ].map(([schema, name]) => [name, schema]);
}

/** A number need not be a year. */
const isFor = (kind: string, name: string) => kind !== "year" || /year/i.test(name);
const takes = (schema: z.ZodType, value: unknown) => schema.safeParse(value).success;

it.each([
  ["day", "2026-10-15", "2026-10-32", ["0000-01-01", "0099-12-31", "9999-12-31"]],
  ["month", "2026-10", "2026-13", ["0000-01", "0099-12", "9999-12"]],
  ["year", "2026", "2026x", ["0", "999", "9999"]],
])(
  "every written %s is in a year that JavaScript and PostgreSQL have, as its neighbours",
  async (kind, good, none, bad) => {
    const found = (await typed()).filter(
      ([name, schema]) => isFor(kind, name) && takes(schema, good) && !takes(schema, none),
    );
    expect(found).not.toEqual([]);
    const taken = found.flatMap(([name, schema]) =>
      bad.filter((day) => takes(schema, day)).map((day) => [name, day]),
    );
    expect(taken).toEqual([]);
  },
);
