export {
  findOwnAgreement,
  findPayment,
  findSubscription,
  selectEntitlement as findEntitlement,
} from "./store";
