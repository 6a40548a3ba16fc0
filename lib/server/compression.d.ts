/** What we use of the package. Its own types would bring those of Express. */
declare module "compression" {
  import type { IncomingMessage, ServerResponse } from "node:http";
  import type { BrotliOptions } from "node:zlib";

  type Filter = (request: IncomingMessage, response: ServerResponse) => boolean;
  type Options = { brotli: BrotliOptions; filter: Filter };

  const compression: {
    (options: Options): (request: IncomingMessage, response: ServerResponse, next: () => void) => void;
    /** Whether the media type of an answer is worth it. */
    filter: Filter;
  };
  export default compression;
}
