export { liftEnded, liftHold, placeHold } from "./store";
