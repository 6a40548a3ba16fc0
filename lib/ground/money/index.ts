export {
  type Breakdown,
  breakdown,
  breakdownRows,
  donationOfTotal,
  FEE_BASIS_POINTS,
  largestDonation,
  MAX_DONATION,
  MIN_DONATION,
} from "./fee";
export { formatMoney, progressPercent, toDecimal } from "./format";
export { parseAmount, parseTyped } from "./parse";
