export { type Breakdown, breakdown, largestDonation, MIN_DONATION } from "./fee";
export { formatMoney, toDecimal } from "./format";
export { FEE_BASIS_POINTS, MAX_DONATION } from "./limits";
export { parseAmount } from "./parse";
export { progressPercent } from "./percent";
