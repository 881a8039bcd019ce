/** The file store does not answer, or says that it cannot at the moment. */
export class StoreUnavailable extends Error {}
