import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

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
for (const document of differing) {
  console.error(`${join(COPIES, document)} differs from ${join(SOURCE, document)}: copy it again`);
}
console.log(`specification: ${documents.length} documents, ${differing.length} differ`);
process.exit(differing.length > 0 ? 1 : 0);
