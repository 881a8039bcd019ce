/** The portal cannot start, and the message is one sentence that says why and what to do. */
export class StartError extends Error {}
