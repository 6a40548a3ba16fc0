import type { OBJECTS } from "./api-description";

/**
 * The wallet provider's objects, as far as the sandbox has them. An object that the provider's API description does not
 * allow does not compile.
 */

type Described = typeof OBJECTS;
type Kind = keyof Described;
type Value<K extends Kind, F extends keyof Described[K]["fields"]> = keyof Described[K]["fields"][F];
/** Allows only described fields, and all required ones. */
type Known<
  K extends Kind,
  T extends Record<keyof Described[K]["required"], unknown>,
> = keyof T extends keyof Described[K]["fields"] ? T : never;

export type Link = Known<"link", { href: string; rel: string; method?: Value<"link", "method"> }>;
type Money = Known<"money", { currency_code: string; value: string }>;

export type Capture = Known<
  "capture",
  {
    id: string;
    status: Value<"capture", "status">;
    amount: Money;
    final_capture: boolean;
    custom_id?: string;
    supplementary_data?: { related_ids: { order_id?: string } };
    create_time: string;
    links: Link[];
  }
>;

export type Order = Known<
  "order",
  {
    id: string;
    intent: Value<"order", "intent">;
    status: Value<"order", "status">;
    create_time: string;
    update_time: string;
    purchase_units: Known<
      "purchaseUnit",
      {
        reference_id: string;
        amount: Money;
        custom_id?: string;
        description?: string;
        payments?: Known<"payments", { captures: Capture[]; refunds?: Refund[] }>;
      }
    >[];
    links: Link[];
  }
>;

export type Refund = Known<
  "refund",
  { id: string; status: Value<"refund", "status">; amount: Money; create_time: string; links: Link[] }
>;

type SaleAmount = Known<"saleAmount", { total: string; currency: string }>;

export type Sale = Known<
  "sale",
  {
    id: string;
    state: Value<"sale", "state">;
    amount: SaleAmount;
    parent_payment: string;
    billing_agreement_id?: string;
    create_time: string;
    links: Link[];
  }
>;

export type SaleRefund = Known<
  "saleRefund",
  {
    id: string;
    state: Value<"saleRefund", "state">;
    amount: SaleAmount;
    sale_id?: string;
    create_time: string;
    links: Link[];
  }
>;

export type Subscription = Known<
  "subscription",
  {
    id: string;
    status: Value<"subscription", "status">;
    status_update_time: string;
    plan_id: string;
    quantity: string;
    custom_id?: string;
    create_time: string;
    billing_info?: Known<
      "billingInfo",
      { outstanding_balance: Money; failed_payments_count: number; next_billing_time?: string }
    >;
    links: Link[];
  }
>;

export type Transaction = Known<
  "transaction",
  {
    id: string;
    status: Value<"transaction", "status">;
    amount_with_breakdown: Known<"breakdown", { gross_amount: Money }>;
    time: string;
  }
>;

export type Transactions = Known<
  "transactions",
  { transactions: Transaction[]; total_items: number; total_pages: number; links: Link[] }
>;

export type Plan = Known<
  "plan",
  {
    id: string;
    product_id: string;
    name: string;
    status: Value<"plan", "status">;
    billing_cycles: object[];
    payment_preferences: object;
    create_time: string;
    links: Link[];
  }
>;

export type DisputeInfo = Known<
  "disputeInfo",
  {
    dispute_id: string;
    create_time: string;
    reason: Value<"disputeInfo", "reason">;
    status: Value<"disputeInfo", "status">;
    dispute_amount: Money;
    links: Link[];
  }
>;

export type Dispute = Known<
  "dispute",
  {
    dispute_id: string;
    create_time: string;
    disputed_transactions: { seller_transaction_id: string }[];
    reason: Value<"dispute", "reason">;
    status: Value<"dispute", "status">;
    dispute_amount: Money;
    dispute_outcome?: Known<
      "outcome",
      { outcome_code: Value<"outcome", "outcome_code">; amount_refunded?: Money }
    >;
    links: Link[];
  }
>;

type SenderBatchHeader = Known<"senderBatchHeader", { sender_batch_id: string }>;
type PayoutMoney = Known<"payoutMoney", { currency: string; value: string }>;

export type PayoutCreated = Known<
  "payout",
  {
    batch_header: Known<
      "payoutHeader",
      {
        payout_batch_id: string;
        batch_status: Value<"payoutHeader", "batch_status">;
        sender_batch_header: SenderBatchHeader;
      }
    >;
    links: Link[];
  }
>;

type ItemFields = {
  payout_item_id: string;
  transaction_id?: string;
  transaction_status: Value<"batchItem", "transaction_status">;
  payout_item_fee: PayoutMoney;
  payout_batch_id: string;
  payout_item: Known<
    "itemDetail",
    {
      recipient_type: Value<"itemDetail", "recipient_type">;
      amount: PayoutMoney;
      receiver: string;
      sender_item_id?: string;
      recipient_wallet: Value<"itemDetail", "recipient_wallet">;
    }
  >;
  time_processed?: string;
  errors?: Known<"payoutError", { name: string; message: string; debug_id: string }>;
  links: Link[];
};

export type PayoutBatch = Known<
  "payoutBatch",
  {
    total_items: number;
    total_pages: number;
    batch_header: Known<
      "payoutBatchHeader",
      {
        payout_batch_id: string;
        batch_status: Value<"payoutBatchHeader", "batch_status">;
        time_created: string;
        time_completed?: string;
        sender_batch_header: SenderBatchHeader;
        funding_source: Value<"payoutBatchHeader", "funding_source">;
        amount: PayoutMoney;
        fees: PayoutMoney;
      }
    >;
    items: Known<"batchItem", ItemFields>[];
    links: Link[];
  }
>;

export type PayoutItem = Known<"shownItem", ItemFields & { sender_batch_id: string }>;

export type Balances = Known<
  "balances",
  {
    balances: Known<
      "balance",
      {
        currency: string;
        primary: boolean;
        total_balance: Money;
        available_balance: Money;
        withheld_balance: Money;
      }
    >[];
    as_of_time: string;
    last_refresh_time: string;
  }
>;
