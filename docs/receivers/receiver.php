<?php
// A webhook receiver in PHP 8: php -S 127.0.0.1:8000 receiver.php, setting SIGNING_KEY.
const TOLERANCE_SECONDS = 300;

/** $body are the bytes as they came: decoding and encoding them again would change them. */
function isGenuine(string $timestamp, string $signature, string $body): bool
{
    if (!ctype_digit($timestamp) || abs(time() - (int) $timestamp) > TOLERANCE_SECONDS) {
        return false;
    }
    $mac = hash_hmac('sha256', $timestamp . '.' . $body, getenv('SIGNING_KEY'));
    return hash_equals('sha256=' . $mac, $signature);
}

$body = file_get_contents('php://input');
if (!isGenuine($_SERVER['HTTP_X_WEBHOOK_TIMESTAMP'] ?? '', $_SERVER['HTTP_X_WEBHOOK_SIGNATURE'] ?? '', $body)) {
    http_response_code(401);
    return;
}
$event = json_decode($body, true);
// A probe of a suspended destination is an empty event: any 2xx answers it. The same event may come twice: keep its eventId in your
// database and pass over what you have.
if (isset($event['eventId'])) {
    error_log($event['eventType'] . ' ' . $event['alert']['name'] . ' ' . $event['data']['id']);
}
http_response_code(204);
