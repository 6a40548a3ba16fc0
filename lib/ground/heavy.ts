import { AppError } from "./errors";
import { Places } from "./places";

/** The error for heavy work that finds no place. */
export const heavyRefusal = () => new AppError("UNAVAILABLE", { retryAfter: 10 });

/** The one place of a process for what takes a processor and much memory: pictures and statements (D43). */
export const heavy = new Places("heavy", { places: 1, refusal: heavyRefusal });
