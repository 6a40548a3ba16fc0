import { z } from "zod";
import { ApiError } from "../card/http/api-error";

/**
 * What a test sends to the control API, as JSON.
 * @throws ApiError 400
 */
export function valid<S extends z.ZodType>(schema: S, text: string): z.output<S> {
  try {
    return schema.parse(JSON.parse(text));
  } catch (error) {
    const message = error instanceof z.ZodError ? z.prettifyError(error) : "The body is not JSON.";
    throw new ApiError(400, message);
  }
}
