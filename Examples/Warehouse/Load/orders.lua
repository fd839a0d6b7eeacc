-- Orders one of an item of any warehouse, every other time with a different key.
-- The argument is the number of warehouses; each has 100 items.

local headers = { ["Content-Type"] = "application/json" }
local warehouses, run, count

function init(args)
  warehouses, run, count = tonumber(args[1]), os.time(), 0
  math.randomseed(7)
end

function request()
  count = count + 1
  local path = "/api/warehouses/w" .. math.random(warehouses) .. "/items/" .. math.random(100) .. "/order"
  local body = count % 2 == 0 and '{"quantity":1}' or '{"quantity":1,"key":"' .. run .. "-" .. count .. '"}'
  return wrk.format("POST", path, headers, body)
end

-- answers, seconds, p50 and p99 in milliseconds, answers that aren't 2xx, and connections that failed
function done(summary, latency, requests)
  local errors = summary.errors
  io.write(string.format("result %d %.3f %.3f %.3f %d %d\n", summary.requests, summary.duration / 1e6,
    latency:percentile(50) / 1e3, latency:percentile(99) / 1e3, errors.status,
    errors.connect + errors.read + errors.write + errors.timeout))
end
