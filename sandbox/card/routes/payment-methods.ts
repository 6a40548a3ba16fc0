import { z } from "zod";
import type { App } from "../../http/app";
import { seconds } from "../../ids";
import type { Sandbox } from "../../sandbox";
import { factsOf, malformed } from "../cards";
import { cardError } from "../http/api-error";
import { endpoint, ok } from "../http/endpoint";
import { cardData, expand, params } from "../http/params";
import { saveCard } from "../provider/outcomes";

/** /v1/payment_methods: a token for a card. */
export function paymentMethodRoutes(app: App, sandbox: Sandbox): void {
  endpoint(app, sandbox, {
    method: "POST",
    path: "/v1/payment_methods",
    access: "publishable",
    params: params({
      type: z.literal("card"),
      card: cardData,
      billing_details: z.record(z.string(), z.unknown()).optional(),
      expand,
    }),
    run: (work, { params: { card } }) => {
      const refusal = malformed(card, new Date());
      if (refusal) return { status: 402, body: cardError(refusal) };
      const { id, object, brand, last4 } = saveCard(work, factsOf(card.number));
      return ok({ id, object, type: "card", card: { brand, last4 }, created: seconds(), livemode: false });
    },
  });
}
