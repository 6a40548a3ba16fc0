import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

/**
 * Compares docs/spec with the folder it is copied from, where that is beside the checkout. Comments cite these
 * documents, so the repository has them.
 */
const COPIES = "docs/spec";
const SOURCE = "../shared/spec";
const DOCUMENTS = ["product-spec.md", "decisions.md", "api.md", "mail-and-access.md", "payouts.md"];

const read = (folder: string, document: string) => readFileSync(join(folder, document), "utf8");
const differing = existsSync(SOURCE)
  ? DOCUMENTS.filter((document) => read(COPIES, document) !== read(SOURCE, document))
  : [];
for (const document of differing) {
  console.error(`${join(COPIES, document)} differs from ${join(SOURCE, document)}: copy it again`);
}
console.log(`specification: ${DOCUMENTS.length} documents, ${differing.length} differ`);
process.exit(differing.length > 0 ? 1 : 0);
