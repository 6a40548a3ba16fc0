import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** What the built application answers to, as the build itself wrote it down. */
const BUILD = ".next";
const ACTIONS = "lib/actions";

type ServerReferences = {
  node: Record<string, { exportedName: string; filename: string; workers: Record<string, unknown> }>;
  edge: Record<string, unknown>;
};

/** A server action as a browser calls it: by its id, at a page that has it. */
export type BuiltAction = { name: string; file: string; id: string; page: string };

const read = <T>(file: string) => JSON.parse(readFileSync(join(BUILD, file), "utf8")) as T;

const entries = () => Object.entries(read<Record<string, string>>("app-path-routes-manifest.json"));

/** `/api/requests/[id]` as the contract writes it: `/api/requests/{id}`. */
const asContract = (path: string) => path.replace(/\[+(?:\.\.\.)?(\w+)\]+/g, "{$1}");

/** The paths of all route handlers, Next.js' own files for icons and the like included. */
export function builtRoutes(): string[] {
  return entries()
    .filter(([file]) => file.endsWith("/route"))
    .map(([, path]) => asContract(path));
}

/** The paths of all pages, those of the older router too. */
export function builtPages(): string[] {
  const pages = entries().filter(([file]) => file.endsWith("/page"));
  const older = Object.keys(read<Record<string, string>>("server/pages-manifest.json"));
  return [...pages.map(([, path]) => asContract(path)), ...older];
}

/** Every server action that a browser can reach. */
export function builtActions(): BuiltAction[] {
  const pages = new Map(entries());
  const { node, edge } = read<ServerReferences>("server/server-reference-manifest.json");
  if (Object.keys(edge).length > 0) throw new Error("an action runs where no test looks for it");
  return Object.entries(node).map(([id, { exportedName, filename, workers }]) => {
    const at = Object.keys(workers).map((worker) => pages.get(worker.replace(/^app/, "")) ?? "");
    // Who is signed in is led away from /auth, also with a call to it.
    const page = at.find((path) => path !== "/auth") ?? "";
    return { id, name: exportedName, file: filename, page };
  });
}

/** The names that the files of server actions export, or those files whose names begin so. */
export function writtenActions(beginning = ""): string[] {
  const files = readdirSync(ACTIONS).filter((file) => file.startsWith(beginning));
  return files.flatMap((file) =>
    [...readFileSync(join(ACTIONS, file), "utf8").matchAll(/^export (?:const|async function) (\w+)/gm)].map(
      ([, name = ""]) => name,
    ),
  );
}
