import type * as Party from "partykit/server"
import { RoleRoom } from "./role-room.ts"

export default class CustomerRoom extends RoleRoom {}

CustomerRoom satisfies Party.Worker
