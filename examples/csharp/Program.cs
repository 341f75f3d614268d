// A fire policy in the sandbox, from the first call to the PDF. .NET 8, no packages.
//
//   GATEWAY_URL=https://… GATEWAY_API_KEY=… GATEWAY_USER_KEY=… dotnet run --project examples/csharp
//
// A local server made its certificate itself: GATEWAY_CA_FILE=.data/tls/cert.pem names it.
using System.Net.Http.Json;
using System.Security.Cryptography.X509Certificates;
using System.Text.Json.Nodes;
using System.Text.RegularExpressions;

string Variable(string name) => Environment.GetEnvironmentVariable(name) ?? throw new InvalidOperationException($"Set {name}.");

using var handler = new HttpClientHandler();
if (Environment.GetEnvironmentVariable("GATEWAY_CA_FILE") is { } caFile)
{
    var trusted = X509Certificate2.CreateFromPem(File.ReadAllText(caFile));
    handler.ServerCertificateCustomValidationCallback = (_, certificate, _, _) => certificate?.Thumbprint == trusted.Thumbprint;
}

using var http = new HttpClient(handler) { BaseAddress = new Uri($"{Variable("GATEWAY_URL").TrimEnd('/')}/dev/") };
http.DefaultRequestHeaders.Add("X-Api-Key", Variable("GATEWAY_API_KEY"));
http.DefaultRequestHeaders.Add("Accept-Language", "en");

// Sends a call and repeats it after 429 and 503: a write has a key by which it is carried out once.
async Task<HttpResponseMessage> Call(HttpMethod method, string address, JsonNode? body = null)
{
    var key = Guid.NewGuid().ToString();
    while (true)
    {
        using var request = new HttpRequestMessage(method, address.TrimStart('/'));
        if (body is not null) request.Content = JsonContent.Create(body);
        request.Headers.Add("Idempotency-Key", key);
        var response = await http.SendAsync(request);
        if ((int)response.StatusCode is not (429 or 503)) return response;
        await Task.Delay(response.Headers.RetryAfter?.Delta ?? TimeSpan.FromSeconds(1));
    }
}

async Task<JsonNode> Read(HttpResponseMessage response)
{
    var text = await response.Content.ReadAsStringAsync();
    return response.IsSuccessStatusCode ? JsonNode.Parse(text)! : throw new HttpRequestException(text);
}

string Link(HttpResponseMessage response, string relation)
{
    var header = string.Join(", ", response.Headers.GetValues("Link"));
    return Regex.Match(header, $"<([^>]+)>;\\s*rel=\"{relation}\"").Groups[1].Value;
}

var token = await Read(await Call(HttpMethod.Post, "auth-api/resources/tokens", new JsonObject { ["user-key"] = Variable("GATEWAY_USER_KEY") }));
http.DefaultRequestHeaders.Add("Authorization", $"Bearer {token["access_token"]}");

// Apply: the application is checked, priced and stored.
var start = DateTime.Today.AddDays(10).ToString("yyyy-MM-dd");
var text = File.ReadAllText("examples/fire-application.json").Replace("{{startDate}}", start);
var application = await Read(await Call(HttpMethod.Post, "fire-api/rsc/applications", JsonNode.Parse(text)));
Console.WriteLine($"Application {application["id"]}, status {application["status_code"]}, {application["pricing"]!["gross"]} EUR");

// Prepay fixes the price; the charge of the agent's account issues the policy. The links lead from step to step.
var prepaid = await Call(HttpMethod.Put, $"fire-api/rsc/applications/{application["id"]}/prepay");
var issued = await Call(HttpMethod.Put, Link(prepaid, "issue"));
Console.WriteLine($"Policy {(await Read(issued))["policy_no"]}");

var pdf = await Call(HttpMethod.Get, Link(issued, "policy"));
await File.WriteAllBytesAsync("policy.pdf", await pdf.Content.ReadAsByteArrayAsync());
Console.WriteLine("policy.pdf is written.");
