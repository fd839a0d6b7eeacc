-- Makes warehouses (the argument `make`), or puts 100 items into each (`fill`). The other argument is their number.
-- Needs one thread: it ends the program when all answers are there.

local headers = { ["Content-Type"] = "application/json" }
local makes, warehouses, total, asked, answered

function init(args)
  makes, warehouses = args[1] == "make", tonumber(args[2])
  total, asked, answered = makes and warehouses or warehouses * 100, -1, 0
end

function request()
  asked = asked + 1
  -- wrk looks at the first one without sending it.
  if asked < 1 or asked > total then return wrk.format("GET", "/healthz") end
  if makes then return wrk.format("PUT", "/api/warehouses/w" .. asked) end
  -- One warehouse after the other: all hundred at once would wait for one another.
  local warehouse = (asked - 1) % warehouses + 1
  local body = '{"name":"Item ' .. asked .. '","status":"inStock","quantity":1000000}'
  return wrk.format("POST", "/api/warehouses/w" .. warehouse .. "/items", headers, body)
end

function response(status)
  if status ~= 200 and status ~= 201 then
    io.stderr:write("It was answered with ", status, ".\n")
    os.exit(1)
  end
  answered = answered + 1
  -- As many answers as connections may belong to other requests than the counted ones.
  if answered >= total + 64 then os.exit(0) end
end
