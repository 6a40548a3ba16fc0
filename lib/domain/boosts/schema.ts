import { z } from "zod";
import type { FieldProblem } from "@/lib/errors";
import { BOOST_TYPES } from "@/lib/vocabulary";

const problem = (key: FieldProblem) => ({ error: key });

const boostType = z.enum(BOOST_TYPES, problem("invalid"));

/** POST /api/requests/{id}/apply-boost. */
export const applyBoostSchema = z.object({ boostType });
