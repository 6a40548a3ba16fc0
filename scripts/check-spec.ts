import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { conclude } from "./source-files";

/**
 * Compares docs/spec with the folder it is copied from, where that is beside the checkout. Comments cite these
 * documents, so the repository has them.
 */
const COPIES = "docs/spec";
const SOURCE = "../shared/spec";

const documents = readdirSync(existsSync(SOURCE) ? SOURCE : COPIES);
const read = (folder: string, document: string) =>
  existsSync(join(folder, document)) ? readFileSync(join(folder, document), "utf8") : null;
const differing = existsSync(SOURCE)
  ? documents.filter((document) => read(COPIES, document) !== read(SOURCE, document))
  : [];
conclude(
  differing.map((name) => `${join(COPIES, name)} differs from ${join(SOURCE, name)}: copy it again`),
  `specification: ${documents.length} documents`,
);
