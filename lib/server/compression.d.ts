/** What we use of the package. Its own types would bring those of Express. */
declare module "compression" {
  import type { IncomingMessage, ServerResponse } from "node:http";
  import type { BrotliOptions } from "node:zlib";

  export default function compression(options: {
    brotli: BrotliOptions;
  }): (request: IncomingMessage, response: ServerResponse, next: () => void) => void;
}
