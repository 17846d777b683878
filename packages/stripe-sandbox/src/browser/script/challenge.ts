/** Shows the bank's challenge as a dialog with two choices. Closing the dialog fails the authentication. */
export function challenge(): Promise<"pass" | "fail"> {
  const dialog = document.createElement("dialog")
  dialog.setAttribute("aria-labelledby", "sandbox-challenge-title")
  dialog.className = "sandbox-challenge"
  const title = document.createElement("h2")
  title.id = "sandbox-challenge-title"
  title.textContent = "3D Secure – test bank"
  const words = document.createElement("p")
  words.textContent = "This test card asks for authentication. No real bank and no real money is involved."
  dialog.append(title, words)
  return new Promise((resolve) => {
    let answer: "pass" | "fail" = "fail"
    const button = (text: string, outcome: "pass" | "fail") => {
      const made = document.createElement("button")
      made.type = "button"
      made.textContent = text
      made.addEventListener("click", () => {
        answer = outcome
        dialog.close()
      })
      dialog.append(made)
    }
    button("Complete authentication", "pass")
    button("Fail authentication", "fail")
    dialog.addEventListener("close", () => {
      dialog.remove()
      resolve(answer)
    })
    document.body.append(dialog)
    dialog.showModal()
  })
}
