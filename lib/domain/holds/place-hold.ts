export { liftHold, placeHold } from "./store";
