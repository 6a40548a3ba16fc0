import { z } from "zod";
import { params } from "./params";

/** A card as a browser sends it. */
export const cardData = params({
  number: z.string().transform((number) => number.replaceAll(/[\s-]/g, "")),
  exp_month: z.string(),
  exp_year: z.string(),
  cvc: z.string().optional(),
}).transform(({ number, exp_month, exp_year, cvc }) => ({
  number,
  expMonth: exp_month,
  expYear: exp_year,
  cvc,
}));
