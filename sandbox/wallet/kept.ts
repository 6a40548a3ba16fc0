/** Amounts in cents; moments as the provider writes them. */

/** One payment that a payer is asked to approve. */
export type WalletOrder = {
  id: string;
  object: "wallet_order";
  status: "CREATED" | "APPROVED" | "COMPLETED";
  amount: number;
  currency: string;
  reference: string;
  customId: string | null;
  description: string | null;
  way: Way;
  /** The payer's money could not be taken, and they may approve it again. */
  declined: boolean;
  created: string;
  /** When it last changed; missing in a journal of an earlier version. */
  updated?: string;
};

/** What an approval page needs: its language, and where it leads back to. */
export type Way = { locale: string | null; returnUrl: string; cancelUrl: string };

/** Money taken for an order, or for a month of a subscription. */
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
  /** Null while nobody has decided. */
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
  /** How many payments may fail in a row before a subscription is suspended; 0 for any number. */
  threshold: number;
  /** Nobody can subscribe to it any more; who has goes on. */
  ended?: true;
  created: string;
};

export type WalletSubscription = {
  id: string;
  object: "wallet_subscription";
  status: "APPROVAL_PENDING" | "ACTIVE" | "SUSPENDED" | "CANCELLED" | "EXPIRED";
  plan: string;
  customId: string | null;
  way: Way;
  /** Names it on the approval page. */
  token: string;
  /** The day of the month when it was begun: a shorter month is paid on its last. */
  nextPayment: string | null;
  day: number;
  failures: number;
  created: string;
  /** When its status last changed; missing in a journal of an earlier version. */
  changed?: string;
};

export type WalletEvent = {
  id: string;
  object: "wallet_event";
  type: string;
  /** The order or subscription. */
  about: string;
  /** What the merchant receives. */
  told: object;
  created: string;
};

/** What is kept of the wallet provider. */
export type WalletKept = {
  wallet_order: WalletOrder;
  wallet_payment: WalletPayment;
  wallet_refund: WalletRefund;
  wallet_dispute: WalletDispute;
  wallet_product: WalletProduct;
  wallet_plan: WalletPlan;
  wallet_subscription: WalletSubscription;
  wallet_event: WalletEvent;
};
