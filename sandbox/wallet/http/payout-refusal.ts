import { randomBytes } from "node:crypto";
import { Failure } from "../../http/app";
import type { Link } from "../api";
import { described } from "./wallet-error";

type Detail = { field: string; location: "body"; issue: string; link?: Link[] };

/** The older API names the reason of a refusal itself; details are only about a field. */
export function payoutRefusal(name: string, details: Detail[] = []) {
  return {
    name,
    message: name.toLowerCase().replaceAll("_", " "),
    debug_id: randomBytes(7).toString("hex").slice(0, 13),
    information_link: "https://developer.paypal.com/docs/api/payments.payouts-batch/#errors",
    details,
    links: [],
  };
}

/** An error of a new payout. */
export function refusedPayout(name: string, details?: Detail[]): Failure {
  return new Failure(described("POST /v1/payments/payouts", name), name, payoutRefusal(name, details));
}
