import type Stripe from "stripe";
import { newId, seconds } from "../../../ids";
import type { Refusal } from "../../cards";
import { type BankMethod, isBank, type PhoneWallet, type UsedCard, type UsedMethod } from "../../records";

const THREE_D_SECURE: Stripe.Charge.PaymentMethodDetails.Card.ThreeDSecure = {
  authentication_flow: "challenge",
  electronic_commerce_indicator: "05",
  exemption_indicator: null,
  result: "authenticated",
  result_reason: null,
  transaction_id: null,
  version: "2.2.0",
};

/** Every card gets this expiry: its own is not stored. */
const EXPIRY = { exp_month: 12, exp_year: 2040 };

type Attempt = {
  /** Null when it succeeded. */
  refusal: Refusal | null;
  /** The card holder confirmed it by 3-D Secure. */
  authenticated: boolean;
};

/** An attempt to charge a card, or what a bank page was asked to pay. */
export function newCharge(
  intent: Stripe.PaymentIntent,
  method: UsedMethod,
  { refusal, authenticated }: Attempt,
): Stripe.Charge {
  const paid = refusal === null;
  return {
    id: newId("ch"),
    object: "charge",
    amount: intent.amount,
    amount_captured: paid ? intent.amount : 0,
    amount_refunded: 0,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: null,
    billing_details: { address: null, email: null, name: null, phone: null, tax_id: null },
    calculated_statement_descriptor: null,
    captured: paid,
    created: seconds(),
    currency: intent.currency,
    customer: intent.customer,
    description: intent.description,
    disputed: false,
    failure_balance_transaction: null,
    failure_code: refusal?.code ?? null,
    failure_message: refusal?.message ?? null,
    fraud_details: {},
    livemode: false,
    metadata: intent.metadata,
    on_behalf_of: null,
    outcome: outcomeOf(refusal),
    paid,
    payment_intent: intent.id,
    payment_method: method.id,
    payment_method_details: isBank(method)
      ? { type: method.bank, ...BANK_DETAILS[method.bank] }
      : { type: "card", card: cardDetails(intent.amount, method, authenticated) },
    radar_options: {},
    receipt_email: null,
    receipt_number: null,
    receipt_url: null,
    refunded: false,
    review: null,
    shipping: null,
    source: null,
    source_transfer: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: paid ? "succeeded" : "failed",
    transfer_data: null,
    transfer_group: null,
  } satisfies Stripe.Charge;
}

const ACCOUNT = { generated_sepa_debit: null, generated_sepa_debit_mandate: null, iban_last4: "4300" };

/** Of the payer nothing is stored, so everybody has the same account. */
const BANK_DETAILS = {
  ideal: { ideal: { ...ACCOUNT, bank: "ing", bic: "INGBNL2A", transaction_id: null, verified_name: null } },
  bancontact: {
    bancontact: {
      ...ACCOUNT,
      bank_code: "VAPE",
      bank_name: "VAN DE PUT & CO",
      bic: "VAPEBE22",
      preferred_language: null,
      verified_name: null,
    },
  },
} satisfies Record<BankMethod, Partial<Stripe.Charge.PaymentMethodDetails>>;

function outcomeOf(refusal: Refusal | null): Stripe.Charge.Outcome {
  return {
    advice_code: null,
    network_advice_code: null,
    network_decline_code: null,
    network_status: refusal ? "declined_by_network" : "approved_by_network",
    reason: refusal ? (refusal.declineCode ?? refusal.code) : null,
    risk_level: "normal",
    seller_message: refusal ? "The bank declined the payment." : "Payment complete.",
    type: refusal ? "issuer_declined" : "authorized",
  };
}

function cardDetails(
  amount: number,
  { brand, last4, wallet }: UsedCard,
  authenticated: boolean,
): Stripe.Charge.PaymentMethodDetails.Card {
  return {
    ...EXPIRY,
    amount_authorized: amount,
    authorization_code: null,
    brand,
    checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: "pass" },
    country: "NL",
    electronic_commerce_indicator: null,
    funding: "credit",
    installments: null,
    last4,
    mandate: null,
    network: brand,
    network_transaction_id: null,
    regulated_status: "unregulated",
    three_d_secure: authenticated ? THREE_D_SECURE : null,
    transaction_link_id: null,
    wallet: wallet ? walletOf(wallet, last4) : null,
  };
}

function walletOf(type: PhoneWallet, last4: string): Stripe.Charge.PaymentMethodDetails.Card.Wallet {
  return { type, dynamic_last4: last4, [type]: {} };
}
