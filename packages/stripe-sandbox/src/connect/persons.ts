import type { z } from "zod"
import type { Api } from "../http/api.ts"
import { invalidRequest } from "../http/errors.ts"
import { listOf, listParams } from "../http/lists.ts"
import { nothing, text } from "../http/params.ts"
import { newId } from "../ids.ts"
import { PLATFORM } from "../store/store.ts"
import type { World } from "../world.ts"
import { applyIdentity, blankPerson, individualParams, type Screened, screen } from "./identity.ts"
import { type AccountFacts, emitForAccount, refreshAccount } from "./requirements.ts"

const params = individualParams.extend({ person_token: text.optional() })
const PATH = "/v1/accounts/:id/persons"

export function personRoutes(api: Api): void {
  const { store } = api.world
  api.post(PATH, params, (call) => {
    store.get("account", call.id, PLATFORM)
    const blank = store.insert(blankPerson(newId("person"), call.id, call.world.now()), call.id)
    const person = applyIdentity(call.world, blank, dataOf(call.world, call.params))
    emitForAccount(call.world, "person.created", person, call.id)
    return person
  })
  api.get(PATH, listParams, (call) => listOf(call, "person", {}, call.id))
  api.get(`${PATH}/:sub`, nothing, ({ id, sub }) => store.get("person", sub, id))
  api.post(`${PATH}/:sub`, params, ({ world, id, sub, params: given }) => {
    const person = applyIdentity(world, store.get("person", sub, id), dataOf(world, given))
    emitForAccount(world, "person.updated", person, id)
    refreshAccount(world, store.get("account", id, PLATFORM))
    return person
  })
  api.delete(`${PATH}/:sub`, nothing, ({ world, id, sub }) => {
    const person = store.get("person", sub, id)
    if (store.hidden<AccountFacts>(id).person === sub) {
      throw invalidRequest("The representative of an individual account cannot be deleted.")
    }
    store.remove(sub)
    emitForAccount(world, "person.deleted", person, id)
    return { id: sub, object: "person", deleted: true }
  })
}

function dataOf(world: World, { person_token, ...given }: z.output<typeof params>): Screened {
  if (!person_token) return screen(given)
  const token = world.store.get("token", person_token, undefined, "person_token")
  const { person } = world.store.hidden<{ person: Screened }>(token.id)
  if (token.used || !person) {
    throw invalidRequest(`The token ${person_token} is used, or not a person's.`, { param: "person_token" })
  }
  world.store.save({ ...token, used: true })
  return person
}
