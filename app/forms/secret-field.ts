/** Whether a field holds a secret, which is never sent back to a page or stored, in any form. */
export const isSecretField = (name: string): boolean =>
  /password|ssn|dob|account|routing|token|^code$/i.test(name)
