import "server-only";
import { existsSync, readdirSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { constants } from "node:zlib";
import compression from "compression";

/**
 * Brotli at this quality makes a page smaller than the gzip of Next.js, in half of its processor time. A page fits into
 * the window; the default would take megabytes of memory for each answer.
 */
const compress = compression({
  // The range that was asked for counts the bytes of the file as it is.
  filter: (request, response) => response.statusCode !== 206 && compression.filter(request, response),
  brotli: { params: { [constants.BROTLI_PARAM_QUALITY]: 3, [constants.BROTLI_PARAM_LGWIN]: 18 } },
});

const STATIC_FOLDER = ".next/static";
const STATIC_PATH = "/_next/static/";
const MEDIA_TYPES: Record<string, string> = {
  js: "application/javascript; charset=UTF-8",
  css: "text/css; charset=UTF-8",
};

/** The media types of the files of the build that have a smaller copy (`scripts/compress-static.mjs`), by path. */
let compressed: Map<string, string> | undefined;

function compressedFiles(): Map<string, string> {
  const names = existsSync(/* turbopackIgnore: true */ STATIC_FOLDER)
    ? readdirSync(/* turbopackIgnore: true */ STATIC_FOLDER, { recursive: true })
    : [];
  return new Map(
    names.flatMap((name) => {
      const [, path = "", extension = ""] = /^(.+\.(\w+))\.br$/.exec(String(name)) ?? [];
      const type = MEDIA_TYPES[extension];
      return type ? [[STATIC_PATH + path, type]] : [];
    }),
  );
}

/**
 * Compresses what is written to an answer, where its client accepts that and `Cache-Control` does not forbid it. A file
 * of the build is answered with its smaller copy.
 */
export function compressAnswer(request: IncomingMessage, response: ServerResponse): void {
  compress(request, response, () => undefined);
  if (request.url?.startsWith(STATIC_PATH)) answerWithCopy(request, response);
}

/** These may lead to another answer than the file, on which the headers of the copy would be wrong. */
const CONDITIONS = ["range", "if-match", "if-unmodified-since"];

/** Lets Next.js send the smaller copy of a file, where there is one and the client takes Brotli. */
function answerWithCopy(request: IncomingMessage, response: ServerResponse): void {
  compressed ??= compressedFiles();
  const { url = "", headers } = request;
  const type = compressed.get(url);
  const accepted = String(headers["accept-encoding"]).split(",");
  if (!type || !accepted.some((encoding) => encoding.trim() === "br")) return;
  if (CONDITIONS.some((name) => headers[name] !== undefined)) return;
  request.url += ".br";
  response.setHeader("Content-Type", type);
  response.setHeader("Content-Encoding", "br");
}
