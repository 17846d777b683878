#!/bin/sh
# Backups on a schedule, as a service of docker-compose.yml: the database by pg_dump, the images on disk, and the list of
# who left. A folder for each, whole or not there; the oldest go. `backup.sh once` makes one and ends.
# Take them to another machine, encrypted: age -p < FILE > FILE.age
set -eu
: "${BACKUP_DIR:=/backups}" "${DATA_DIR:=/data}" "${BACKUP_EVERY_HOURS:=24}" "${BACKUP_KEEP:=14}"

say() {
  printf '{"time":"%s","level":"%s","process":"backup","event":"%s"%s}\n' "$(date -u +%Y-%m-%dT%H:%M:%SZ)" "$1" "$2" "${3:-}"
}

# Fails as a whole where one step fails: it runs in a shell of its own, so that -e holds in it.
make_one() (
  set -eu
  name=$(date -u +%Y-%m-%dT%H-%M-%SZ)
  part="$BACKUP_DIR/.part"
  rm -rf "$part"
  mkdir -p "$part"
  # The database first: an image without a row is rubbish that nobody sees, a row without an image a hole in a page.
  pg_dump -Fc --file "$part/pushcart.backup"
  pg_restore --list "$part/pushcart.backup" > /dev/null
  [ ! -d "$DATA_DIR/images" ] || tar -C "$DATA_DIR" -cf "$part/images.tar" images
  [ ! -f "$DATA_DIR/deletions.jsonl" ] || cp "$DATA_DIR/deletions.jsonl" "$part/deletions.jsonl"
  mv "$part" "$BACKUP_DIR/$name"
  ls -1 "$BACKUP_DIR" | sort -r | tail -n "+$((BACKUP_KEEP + 1))" | while read -r old; do rm -rf "${BACKUP_DIR:?}/$old"; done
  say info backup.done ",\"name\":\"$name\",\"bytes\":$(wc -c < "$BACKUP_DIR/$name/pushcart.backup")"
)

if [ "${1:-}" = once ]; then
  make_one
  exit
fi
while true; do
  # Not `if make_one`: -e would not hold in it.
  set +e
  make_one
  code=$?
  set -e
  if [ "$code" = 0 ]; then
    sleep "$((BACKUP_EVERY_HOURS * 3600))" &
  else
    say error backup.failed ",\"code\":$code"
    sleep 600 &
  fi
  # A sleep in the background lets a stop through at once.
  trap 'exit 0' TERM INT
  wait $!
done
