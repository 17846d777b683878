/** Whether a field holds what is never sent back to a page nor kept for one, whatever the form. */
export const isSecretField = (name: string): boolean =>
  /password|ssn|dob|account|routing|token|^code$/i.test(name)
