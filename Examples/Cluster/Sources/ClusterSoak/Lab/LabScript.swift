extension Lab {
  /// It creates the server and the links, executes commands line by line, and cleans up when its input ends.
  static let script = #"""
    programs=$1 folder=$2 prefix=$3 links=$4 small=$5
    trap '' INT TERM HUP
    name=t${folder##*-}n
    mkdir -m 755 "$folder"
    mkdir "$folder/disk"
    if [ "$small" = yes ]; then mount -t tmpfs -o size=768m tmpfs "$folder/disk" || small=no; fi
    as=
    if [ "$(id -u)" = 0 ]; then
      user=nobody
      if id postgres >/dev/null 2>&1; then user=postgres; fi
      chown "$user" "$folder" "$folder/disk"
      as="setpriv --reuid=$user --regid=$(id -g "$user") --clear-groups"
    fi
    cd "$folder"
    # A link for each node: its end here has the address x.1, the one in the namespace x.2.
    addresses=
    node=0
    while [ "$node" -lt "$links" ]; do
      ip netns add "$name$node"
      ip link add "$name${node}h" type veth peer name "$name${node}n" netns "$name$node"
      ip addr add "$prefix.$((node * 4 + 1))/30" dev "$name${node}h"
      ip link set "$name${node}h" up
      ip netns exec "$name$node" ip addr add "$prefix.$((node * 4 + 2))/30" dev "$name${node}n"
      ip netns exec "$name$node" ip link set "$name${node}n" up
      addresses=$addresses${addresses:+,}$prefix.$((node * 4 + 1))
      node=$((node + 1))
    done 2>>"$folder/links.log" >&2
    control() { $as "$programs/pg_ctl" -D "$folder/disk/data" -w -s "$@" >>"$folder/control.log" 2>&1; }
    start() {
      # After a crash, processes of the previous server may need a moment.
      for attempt in $(seq 100); do
        if control -l "$folder/data.log" start; then return 0; fi
        sleep 0.1
      done
      return 1
    }
    restart() { control -m "$1" stop; start; }
    fill() { dd if=/dev/zero of="$folder/disk/filler" bs=1M >/dev/null 2>&1; true; }
    free() {
      rm -f "$folder/disk/filler"
      control status || start
    }
    adopt() { echo "$1" >>"$folder/nodes"; }
    answer() { if "$@"; then echo done; else echo "failed: $* $(tail -n 3 "$folder"/*.log)" | tr '\n' ' '; echo; fi; }
    initialize() {
      $as "$programs/initdb" -D "$folder/disk/data" -A trust -U postgres --no-sync -E UTF8 --locale=C \
        >"$folder/initdb.log" 2>&1 || return 1
      echo "host all all $prefix.0/24 trust" >>"$folder/disk/data/pg_hba.conf"
      cat >>"$folder/disk/data/postgresql.conf" <<EOF
    port = 54329
    listen_addresses = '$addresses'
    unix_socket_directories = '$folder'
    max_connections = 300
    max_wal_size = 128MB
    autovacuum_naptime = 5s
    EOF
      start
    }
    answer initialize
    while read -r command argument; do
      case $command in
        restart) answer restart "$argument" ;;
        fill) answer fill ;;
        free) answer free ;;
        adopt) answer adopt "$argument" ;;
      esac
    done
    for pid in $(cat "$folder/nodes" 2>/dev/null); do
      case $(readlink "/proc/$pid/exe") in */ClusterSoak) kill -KILL "$pid" ;; esac
    done
    control -m immediate stop
    cd /
    node=0
    while [ "$node" -lt "$links" ]; do
      ip netns del "$name$node"
      ip link del "$name${node}h"
      node=$((node + 1))
    done 2>/dev/null
    if [ "$small" = yes ]; then umount "$folder/disk"; fi
    rm -rf "$folder"
    """#
}
