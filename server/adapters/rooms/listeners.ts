import type { RoomAddress } from "#core/ports/rooms.ts"

/** The listeners inside this process for a room's messages. */
export function createListeners() {
  const ofRooms = new Map<string, Set<() => void>>()
  return {
    tell({ party, room }: RoomAddress): void {
      for (const onMessage of ofRooms.get(`${party}/${room}`) ?? []) onMessage()
    },
    /** Returns a function that removes the listener. */
    add({ party, room }: RoomAddress, onMessage: () => void): () => void {
      const key = `${party}/${room}`
      const ofRoom = ofRooms.get(key) ?? new Set()
      ofRooms.set(key, ofRoom.add(onMessage))
      return () => {
        ofRoom.delete(onMessage)
        if (ofRoom.size === 0) ofRooms.delete(key)
      }
    },
  }
}
