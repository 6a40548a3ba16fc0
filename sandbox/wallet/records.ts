/** Amounts are in cents, times are ISO 8601. */

/** One payment for a payer to approve. */
export type WalletOrder = {
  id: string;
  object: "wallet_order";
  status: "CREATED" | "APPROVED" | "COMPLETED";
  amount: number;
  currency: string;
  reference: string;
  customId: string | null;
  description: string | null;
  page: PageOptions;
  /** The payer's funds were refused; the payer may approve again. */
  declined: boolean;
  created: string;
  updated: string;
};

/** The approval page's language, and where it returns to. */
export type PageOptions = { locale: string | null; returnUrl: string; cancelUrl: string };

/** A payment of an order, or of one month of a subscription. */
export type WalletPayment = {
  id: string;
  object: "wallet_payment";
  of: { order: string } | { subscription: string };
  status: "COMPLETED" | "PENDING" | "DECLINED" | "PARTIALLY_REFUNDED" | "REFUNDED";
  amount: number;
  refunded: number;
  currency: string;
  customId: string | null;
  created: string;
};

export type WalletRefund = {
  id: string;
  object: "wallet_refund";
  payment: string;
  amount: number;
  created: string;
};

export type WalletDispute = {
  id: string;
  object: "wallet_dispute";
  payment: string;
  amount: number;
  /** Null until it is decided. */
  outcome: "RESOLVED_BUYER_FAVOUR" | "RESOLVED_SELLER_FAVOUR" | null;
  created: string;
};

export type WalletProduct = { id: string; object: "wallet_product"; name: string; created: string };

/** A monthly price. */
export type WalletPlan = {
  id: string;
  object: "wallet_plan";
  product: string;
  name: string;
  amount: number;
  currency: string;
  /** How many payments in a row may fail before the subscription is suspended; 0 for any number. */
  threshold: number;
  /** Closed for new subscriptions; those that exist continue. */
  ended?: true;
  created: string;
};

export type WalletSubscription = {
  id: string;
  object: "wallet_subscription";
  status: "APPROVAL_PENDING" | "ACTIVE" | "SUSPENDED" | "CANCELLED" | "EXPIRED";
  plan: string;
  customId: string | null;
  page: PageOptions;
  /** Identifies it in the approval page's address. */
  token: string;
  nextPayment: string | null;
  /** The day of the month when it began; a shorter month is paid on its last day. */
  day: number;
  failures: number;
  created: string;
  /** When its status last changed. */
  changed: string;
};

/** A payout of one item; an item and its batch have states of their own. */
export type WalletPayout = {
  /** The batch's id. */
  id: string;
  object: "wallet_payout";
  item: string;
  senderBatchId: string;
  senderItemId: string | null;
  receiver: string;
  amount: number;
  currency: string;
  batchStatus: "DENIED" | "PENDING" | "SUCCESS";
  status:
    | "SUCCESS"
    | "FAILED"
    | "PENDING"
    | "UNCLAIMED"
    | "RETURNED"
    | "ONHOLD"
    | "BLOCKED"
    | "REFUNDED"
    | "REVERSED";
  /** Why it did not arrive. */
  error: string | null;
  /** Its `sender_batch_id` can be used again. */
  forgotten: boolean;
  created: string;
  processed: string | null;
};

export type WalletEvent = {
  id: string;
  object: "wallet_event";
  type: string;
  /** The id of the order, subscription or payout. */
  subject: string;
  /** The body that the merchant receives. */
  payload: object;
  created: string;
};

/** The wallet provider's stored objects, by kind. */
export type WalletRecords = {
  wallet_order: WalletOrder;
  wallet_payment: WalletPayment;
  wallet_refund: WalletRefund;
  wallet_dispute: WalletDispute;
  wallet_product: WalletProduct;
  wallet_plan: WalletPlan;
  wallet_subscription: WalletSubscription;
  wallet_payout: WalletPayout;
  wallet_event: WalletEvent;
};
