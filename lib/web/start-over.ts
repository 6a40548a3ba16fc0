import { redirect } from "next/navigation";
import { AppError } from "@/lib/ground/errors";

/** A cursor that did not come from the list of this page: it is shown from its beginning. */
export const startOver = (path: string) => (error: unknown) => {
  if (error instanceof AppError && error.code === "VALIDATION_ERROR") redirect(path);
  throw error;
};
