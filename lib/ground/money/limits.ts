/** 2 % (D5). */
export const FEE_BASIS_POINTS = 200;
/** The card provider's smallest charge, fee included, in cents (D6). */
export const MIN_CHARGE = 50;
/** The largest single donation in cents (D6). */
export const MAX_DONATION = 1_000_000;
