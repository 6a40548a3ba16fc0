import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants } from "node:zlib";

const compress = promisify(brotliCompress);

/**
 * Writes a smaller copy, `<name>.br`, beside each script and style sheet of a build. It takes Brotli 40 times as long
 * as while somebody waits, so it is done once (`lib/server/compress-answers.ts` sends it).
 */
export async function compressStatic({ distDir }) {
  // What lies beside them is written later.
  const folder = join(distDir, "static", "chunks");
  const names = await readdir(folder, { recursive: true });
  await Promise.all(
    names
      .filter((name) => /\.(js|css)$/.test(name))
      .map(async (name) => {
        const file = join(folder, name);
        const content = await readFile(file);
        const params = { [constants.BROTLI_PARAM_SIZE_HINT]: content.length };
        await writeFile(`${file}.br`, await compress(content, { params }));
      }),
  );
}
