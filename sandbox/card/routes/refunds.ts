import type Stripe from "stripe";
import { z } from "zod";
import type { App } from "../../http/app";
import type { Sandbox } from "../../sandbox";
import type { UnitOfWork } from "../../state/unit-of-work";
import { ApiError, missing } from "../http/api-error";
import { endpoint, ok } from "../http/endpoint";
import { expand, integer, metadata, params } from "../http/params";
import { readable } from "../http/readable";
import { findPayment } from "../provider/payments";
import { assertNotDisputed, chargeOf, refundCharge } from "../provider/refunds";

const subject = { charge: z.string().optional(), payment_intent: z.string().optional() };

/** /v1/refunds */
export function refundRoutes(app: App, sandbox: Sandbox): void {
  const path = "/v1/refunds";
  endpoint(app, sandbox, `POST ${path}`, {
    params: params({
      ...subject,
      amount: integer.pipe(z.int().positive()).optional(),
      reason: z.enum(["duplicate", "fraudulent", "requested_by_customer"]).optional(),
      metadata,
      expand,
    }),
    run: (work, { params }) => {
      const charge = findCharge(work, params);
      assertNotDisputed(work, charge);
      const { amount = null, reason = null, metadata } = params;
      return ok(refundCharge(work, charge, { amount, reason, metadata }));
    },
  });
  readable(app, sandbox, { path, kind: "refund", filters: ["charge", "payment_intent"] });
}

type Named = { charge?: string | undefined; payment_intent?: string | undefined };

function findCharge(work: UnitOfWork, named: Named): Stripe.Charge {
  if (named.payment_intent !== undefined) return chargeOf(work, findPayment(work, named.payment_intent));
  if (named.charge === undefined) {
    throw new ApiError(
      400,
      "One of the following params should be provided for this request: payment_intent or charge.",
    );
  }
  const charge = work.find("charge", named.charge);
  if (!charge?.paid) throw missing("charge", named.charge, "charge");
  return charge;
}
