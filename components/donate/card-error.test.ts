import { describe, expect, it } from "vitest";
import en from "@/messages/en.json";
import { type CardFailure, cardError, setupError } from "./card-error";

const card = (code: string, decline_code?: string): CardFailure => ({
  type: "card_error",
  code,
  decline_code,
  message: "Provider says no.",
});

describe("card provider errors (specification 8)", () => {
  it.each([
    [card("card_declined", "generic_decline"), "card", "declined"],
    [card("card_declined", "lost_card"), "card", "declined"],
    [card("card_declined", "insufficient_funds"), "card", "insufficientFunds"],
    [card("incorrect_cvc"), "card", "cvc"],
    [card("expired_card"), "card", "expired"],
    [card("processing_error"), "card", "processing"],
    [
      { type: "invalid_request_error", code: "payment_intent_authentication_failure" },
      "card",
      "authentication",
    ],
    [{ type: "rate_limit_error" }, "tooMany", "tooMany"],
    [{ type: "api_connection_error" }, "connection", "connection"],
    [{ type: "api_error" }, "connection", "connection"],
    [{ message: "Failed to fetch" }, "network", "network"],
    [{ message: "NetworkError when attempting" }, "network", "network"],
    [{ message: "The request timed out" }, "timeout", "timeout"],
    [{ message: "timeout of 0ms" }, "timeout", "timeout"],
    [{}, "failed", "unexpected"],
  ])("%j is told as %s / %s", (failure, title, text) => {
    expect(cardError(failure)).toEqual({ title, text });
  });

  it("tells the provider's own sentence where we have none", () => {
    expect(cardError(card("card_velocity_exceeded"))).toEqual({
      title: "card",
      text: "issue",
      message: "Provider says no.",
    });
    expect(cardError({ type: "validation_error", message: "Your card number is incomplete." })).toEqual({
      title: "details",
      text: "details",
      message: "Your card number is incomplete.",
    });
    expect(cardError({ type: "invalid_request_error", message: "Strange." }).message).toBe("Strange.");
  });

  it("has a sentence in the catalogue for everything it can say", () => {
    for (const failure of [
      card("x"),
      card("expired_card"),
      { type: "api_error" },
      {},
      { type: "rate_limit_error" },
    ]) {
      const { title, text } = cardError(failure);
      expect(en.cardErrors.titles[title]).toBeTruthy();
      expect(en.cardErrors.texts[text]).toBeTruthy();
    }
  });
});

describe("payment setup errors (specification 8)", () => {
  it.each([
    [{ status: 400, code: "INVALID_AMOUNT" }, "amount", "Invalid payment amount"],
    [{ status: 400, code: "AMOUNT_TOO_SMALL" }, "amount", "Invalid payment amount"],
    [{ status: 400, code: "AMOUNT_ABOVE_REMAINING" }, "amount", "Invalid payment amount"],
    [{ status: 404, code: "NOT_FOUND" }, "notFound", "Request not found, refresh the page"],
    [{ status: 0, code: "NETWORK" }, "network", "Network error"],
    [{ status: 502, code: "PROVIDER_UNAVAILABLE" }, "unable", "Unable to set up payment"],
    [{ status: 500, code: "INTERNAL" }, "unable", "Unable to set up payment"],
  ] as const)("%j is told as %s", (answer, key, sentence) => {
    expect(setupError(answer)).toBe(key);
    expect(en.cardErrors.setup[key]).toBe(sentence);
  });
});
